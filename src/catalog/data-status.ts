/** How fresh the current data is, for health checks and metrics. Plain data. */
export interface DataStatus {
  /** When the data in force were read. */
  readonly loadedAt: Date;
  /** When the store last said that they are up to date. */
  readonly checkedAt: Date;
  /** How often they were replaced since the start. */
  readonly reloads: number;
  /** How often looking or reading failed since the start. */
  readonly failures: number;
  /** Why the store cannot be followed now, and since when. */
  readonly fault?: { readonly since: Date; readonly reason: string };
}
