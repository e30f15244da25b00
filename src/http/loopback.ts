// Tells which hosts are this machine.

/** Whether a host is called `localhost`, or by a name below it (RFC 6761 §6.3). */
export function isLocalhost(hostname: string): boolean {
  return /^(?:[^.]+\.)*localhost$/i.test(hostname);
}

/** Whether the host of a URL is this machine: `localhost` and names below it (RFC 6761 §6.3), 127/8 and ::1. No name is looked up. */
export function isLoopback({ hostname }: URL): boolean {
  return isLocalhost(hostname) || /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
