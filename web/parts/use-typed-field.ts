import type { TargetedInputEvent } from 'preact';
import { useId, useState } from 'preact/hooks';

// The state and keys of a field that applies its text on blur or Enter.

/**
 * Returns the props of a field that applies its text on blur or Enter, not while typing. Escape
 * restores its value. Text that cannot be applied stays as typed, and is returned as `invalid`.
 *
 * @param apply - applies text; returns `false` if it is invalid
 * @param onDone - called after Enter or Escape, to return the focus
 */
export function useTypedField(
  value: string,
  apply: (typed: string) => boolean,
  onDone?: () => void,
) {
  const [typed, setTyped] = useState<string>();
  const [isFault, setFault] = useState(false);
  const faultId = useId();

  function end(isValid: boolean): boolean {
    setFault(!isValid);
    if (isValid) setTyped(undefined);
    return isValid;
  }

  const applyTyped = () => end(typed === undefined || apply(typed));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') end(true);
    else if (event.key !== 'Enter' || !applyTyped()) return;
    // Escape in an unchanged field closes the sheet that it is in.
    if (typed !== undefined || onDone !== undefined) event.preventDefault();
    onDone?.();
  }

  const field = {
    autocomplete: 'off',
    'aria-invalid': isFault,
    'aria-describedby': isFault ? faultId : undefined,
    value: typed ?? value,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    onBlur: applyTyped,
    onKeyDown,
  };
  return { field, invalid: isFault ? typed : undefined };
}
