import type { IncomingMessage } from 'node:http';
import type { RequestFault } from '../errors.ts';

// Marks a request that the server refuses, so that the application answers it with CORS headers.

const faults = new WeakMap<IncomingMessage, RequestFault>();

/** Marks a request that the server will not serve. The application answers it, with CORS headers. */
export function refuse(request: IncomingMessage, fault: RequestFault): void {
  faults.set(request, fault);
}

/** Why a server does not serve this request, if it does not. */
export function refusalOf(request: IncomingMessage): RequestFault | undefined {
  return faults.get(request);
}
