import type { RequestFault } from './errors.ts';

const NONE: readonly string[] = [];

/**
 * The further fields that a caller asks for, in that order. `fields` may be given once, and each name
 * in it once.
 *
 * @param offered the fields that there are
 */
export function toFields(
  values: readonly string[],
  offered: readonly string[],
): readonly string[] | RequestFault {
  const [list, ...more] = values;
  if (list === undefined) return NONE;
  if (more.length > 0) {
    return badRequest(`Parameter \`fields\` is given ${values.length} times: give it once`);
  }
  const fields = list.split(',');
  const unknown = fields.find((field) => !offered.includes(field));
  if (unknown !== undefined) {
    const choice = offered.length === 0 ? 'this service offers none' : `use ${offered.join(', ')}`;
    return badRequest(`Unknown field ${JSON.stringify(unknown)} in \`fields\`: ${choice}`);
  }
  const repeated = fields.find((field, i) => fields.indexOf(field) !== i);
  return repeated === undefined
    ? fields
    : badRequest(`Field ${JSON.stringify(repeated)} is in \`fields\` twice: name it once`);
}

function badRequest(message: string): RequestFault {
  return { code: 'badRequest', message };
}
