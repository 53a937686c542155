import { useEffect, useState } from 'preact/hooks';
import { isPrivateHost } from '../../../src/cors/private-host.ts';
import { blockedTexts } from './blocked-texts.ts';
import { type Explanation, explainHere } from './explain-here.ts';

/** How to allow this page, with the origins that are allowed already: a setting replaces them all. */
export function BlockedWayOut({ apiUrl }: { readonly apiUrl: string }) {
  const [explanation, setExplanation] = useState<Explanation>();
  useEffect(() => {
    void explainHere().then(setExplanation);
  }, []);
  const blocked = blockedTexts();
  const origins = explanation?.fix ?? [location.origin];
  const list = origins.join(', ');
  const isLocalCall = isPrivateHost(new URL(apiUrl).hostname) && !isPrivateHost(location.hostname);
  return (
    <>
      <p>{blocked.answered(apiUrl, location.origin)}</p>
      <p>{explanation?.fix === undefined ? blocked.addToList : blocked.exactList}</p>
      <pre>--origin {origins.length > 1 ? `'${list}'` : list}</pre>
      <p>{blocked.keepOthers}</p>
      {isLocalCall && <p>{blocked.localNetwork}</p>}
      <p>
        <a href="cors-guide.txt">{blocked.guide}</a>
      </p>
    </>
  );
}
