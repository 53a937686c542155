/** The exit codes of the commands. */
export const ExitCode = {
  success: 0,
  /** What was asked cannot be done, or the answer is no. */
  failure: 1,
  /** The command line itself is wrong. */
  usage: 2,
} as const;
