// The limits of what the port accepts. They are those of common servers; the specification names none (§8).

/** Request line and headers together, as Node counts them. */
export const maxHeadBytes = 16 * 1024;
export const maxHeaders = 200;
export const maxTargetLength = 8 * 1024;
/** Connections that may wait to be accepted, which is what Node asks the kernel for unless told. */
export const backlog = 511;
/** Requests that may wait behind the one being answered on the same connection. */
export const maxPipelined = 256;
/** How much is read and thrown away of a body that no handler wants. */
export const maxDrainBytes = 64 * 1024;
/** How long a closing connection waits for the client to notice. */
export const lingerMs = 500;
/**
 * How long nothing may move on a connection, be it that the client sends no further request or that it reads nothing of
 * its answer. Long, because a client that sends just as an idle connection is closed sees a reset that it did not cause.
 */
export const idleMs = 60_000;
