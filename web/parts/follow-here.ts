// Which clicks on a link show its view here, and which the browser opens elsewhere.

/** For the link of a view: a plain click shows it here, others open it where the reader wants it. */
export function followHere(show: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    show();
  };
}
