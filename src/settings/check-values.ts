import { isOptionsObject, type OptionsObject, whyNoOptions } from '../errors/options-object.ts';
import { show } from '../errors/shown-value.ts';
import type { ConfigurationFault } from './configuration-error.ts';
import { SETTINGS, type SettingForm } from './settings.ts';

/** The settings at the top of the options. The policy engine checks those of `cors` itself. */
const OWN_SETTINGS = SETTINGS.filter(({ path }) => !path.includes('.'));

/**
 * Faults of the options as a whole: a value that is not an options object, or unknown settings. If
 * they were ignored, defaults would apply that nobody asked for.
 */
export function unknownSettings(options: unknown): ConfigurationFault[] {
  if (!isOptionsObject(options)) {
    const message = `Cannot use ${show(options)} as options: ${whyNoOptions(options)}. Use an object such as { port: 8080 }.`;
    return [{ where: '', message }];
  }
  const known = [...OWN_SETTINGS.map(({ path }) => path), 'cors'];
  return Object.keys(options)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      where: key,
      message: `Unknown setting ${show(key)}. Use ${known.join(', ')}.`,
    }));
}

/** Values that do not fit the form of their settings, each with what to use instead. */
export function valueFaults(options: OptionsObject): ConfigurationFault[] {
  return OWN_SETTINGS.flatMap(({ path, form, values }) => {
    const { [path]: value } = options;
    if (value === undefined) return [];
    return misfits(form, path, value).map(({ where, value: misfit }) => ({
      where,
      message: `Cannot use ${where} ${show(misfit)}. Use ${values}.`,
    }));
  });
}

/** What does not fit the form of a setting: the value itself, or elements of a list. */
function misfits(
  form: SettingForm,
  where: string,
  value: unknown,
): { readonly where: string; readonly value: unknown }[] {
  if (form.kind !== 'names' || !Array.isArray(value)) {
    return fits(form, value) ? [] : [{ where, value }];
  }
  const { accepts = () => true } = form;
  return value.flatMap((name: unknown, i) =>
    typeof name === 'string' && accepts(name) ? [] : [{ where: `${where}[${i}]`, value: name }],
  );
}

function fits(form: SettingForm, value: unknown): boolean {
  switch (form.kind) {
    case 'integer':
      if (form.hasAuto && value === 'auto') return true;
      return (
        typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= form.min &&
        value <= form.max
      );
    case 'text':
      return typeof value === 'string' && form.accepts(value);
    case 'choice':
      return form.among.some((one) => one === value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'names':
      return false;
    case 'origin':
      return true;
  }
}
