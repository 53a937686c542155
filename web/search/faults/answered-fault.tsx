import { useEffect, useState } from 'preact/hooks';
import { isPrivateHost } from '../../../src/cors/private-host.ts';
import { keepFragment } from '../../page-header.tsx';
import { adviceOnStatus, answeredTexts } from './answered-texts.ts';
import { type Explanation, explainHere } from './explain-here.ts';
import { Fault } from './fault-message.tsx';
import type { AnsweredFault as Answered } from './search-fault.ts';

// What is shown when the service answered, but not with foods: the setting to use, links;
// answered-texts.ts has the texts.

interface AnsweredFaultProps {
  readonly fault: Answered;
  readonly apiUrl: string;
  readonly onRetry: () => void;
}

/** When the service answered, but not with foods that the page may read. */
export function AnsweredFault({ fault, apiUrl, onRetry }: AnsweredFaultProps) {
  if (fault.kind === 'blocked') return <BlockedFault apiUrl={apiUrl} onRetry={onRetry} />;
  const texts = answeredTexts();
  const title = fault.kind === 'http' ? texts.status(fault.status) : texts.titles[fault.kind];
  return (
    <Fault title={title} onRetry={onRetry}>
      <p>{adviceOn(fault, apiUrl)}</p>
    </Fault>
  );
}

function adviceOn(fault: Exclude<Answered, { kind: 'blocked' }>, apiUrl: string): string {
  const texts = answeredTexts();
  switch (fault.kind) {
    case 'http': {
      const advice = adviceOnStatus(fault.status, apiUrl);
      return fault.reason === undefined ? advice : `${texts.says(fault.reason)} ${advice}`;
    }
    case 'unreadable':
      return texts.unreadable(apiUrl, fault.message);
    case 'query':
      return `${texts.says(fault.message)} ${texts.changeSearch}`;
  }
}

/** How to allow this page, with the origins that are allowed already: a setting replaces them all. */
function BlockedFault({ apiUrl, onRetry }: Omit<AnsweredFaultProps, 'fault'>) {
  const [explained, setExplained] = useState<{ readonly explanation: Explanation | undefined }>();
  useEffect(() => {
    void explainHere().then((explanation) => setExplained({ explanation }));
  }, []);
  // All at once: what is read must not move.
  if (explained === undefined) return null;
  const { titles, blocked } = answeredTexts();
  const fix = explained.explanation?.fix;
  const origins = fix ?? [location.origin];
  const list = origins.join(', ');
  const isLocalCall = isPrivateHost(new URL(apiUrl).hostname) && !isPrivateHost(location.hostname);
  const lab = (
    <a href="lab.html" onClick={keepFragment}>
      {blocked.seeInLab}
    </a>
  );
  return (
    <Fault title={titles.blocked} onRetry={onRetry} more={lab}>
      <p>{blocked.answered(apiUrl, location.origin)}</p>
      <p>{fix === undefined ? blocked.addToList : blocked.exactList}</p>
      <pre>--origin {origins.length > 1 ? `'${list}'` : list}</pre>
      <p>{blocked.keepOthers}</p>
      {isLocalCall && <p>{blocked.localNetwork}</p>}
      <p>
        <a href="cors-guide.txt">{blocked.guide}</a>
      </p>
    </Fault>
  );
}
