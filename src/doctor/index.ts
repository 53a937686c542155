export { checkServer } from './check-server.ts';
export {
  type DoctorReport,
  type Finding,
  type HeaderLine,
  isHealthy,
  type NetworkFailure,
  type Probe,
  type ProbeRequest,
  type Severity,
  type Verdict,
} from './report.ts';
export { reportText, type TextLine, type TextPart, type Tone } from './report-text.ts';
export { CheckInputError, type CheckOptions } from './target.ts';
