// Why a port could not be opened, in one line that ends in what to do.

/** Its message is for the user as it stands. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

export function portError(error: NodeJS.ErrnoException, host: string, port: number): PortError {
  return new PortError(explain(error, host, port), { cause: error });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use; choose another with --port, or --port 0 for a free one`;
    case 'EACCES':
      return `port ${port} on ${host} needs privileges; choose one above 1023 with --port, or --port 0 for a free one`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine; choose one with --host, such as 127.0.0.1`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${host} cannot be resolved; choose an address of this machine with --host, such as 127.0.0.1`;
    case 'ERR_SOCKET_BAD_PORT':
      return `${port} is not a port; choose one from 0 to 65535 with --port`;
    default:
      return `port ${port} on ${host} cannot be opened (${error.code ?? error.message}); choose another with --port or --host`;
  }
}
