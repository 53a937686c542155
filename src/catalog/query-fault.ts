// The type of what is wrong with a query (400, or a missing `q`).

/** Why a request cannot be answered, with the message for the caller. */
export interface QueryFault {
  readonly code: 'missingParameter' | 'badRequest';
  readonly message: string;
}

export function badRequest(message: string): QueryFault {
  return { code: 'badRequest', message };
}
