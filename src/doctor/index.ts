// What other folders use of the doctor.

export { checkServer } from './check-server.ts';
export { type DoctorReport, isHealthy } from './report.ts';
export { reportText, type TextLine, type Tone } from './report-text.ts';
export { CheckInputError, type CheckOptions } from './target.ts';
