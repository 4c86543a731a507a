import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../../../ground/words';
import type { Traffic, TrafficSample } from '../../../model/traffic';
import { control } from '../../api';
import { announce } from '../../components/announcer';
import { SelectField, TextField } from '../../components/field';
import { Card, Problem } from '../../components/content';
import { useView } from '../../use-view';
import { lineRange } from './segments';

interface SenderProps {
  /** Path of the view of the zone or account. */
  readonly path: string;
  readonly traffic: Traffic;
}

/** Sends lines that the user edits, through the control that every client can use. */
export function Sender({ path, traffic }: SenderProps) {
  const samples = useView<readonly TrafficSample[]>(`${path}/samples`, false);
  const [dataset, setDataset] = useState<string | undefined>(undefined);
  const [text, setText] = useState<string | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const [isSending, setSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const about = useId();

  // Deliveries change jobs too, but not the samples for them.
  const shape = [traffic.customFields, traffic.jobs.map(({ id, dataset: of, filter }) => [id, of, filter])];
  useEffect(() => {
    if (samples.data !== undefined) samples.refresh();
  }, [JSON.stringify(shape)]);

  const list = samples.data ?? [];
  const datasets = [...new Set(list.map((each) => each.dataset))];
  const current = datasets.find((name) => name === dataset) ?? datasets[0];
  const choices = list.filter((each) => each.dataset === current);
  const shown = text ?? choices[0]?.lines ?? '';
  const isRequests = current === 'http_requests';
  const target = isRequests
    ? `/zones/${traffic.place.id}/requests`
    : `/${traffic.place.kind}s/${traffic.place.id}/datasets/${current}/records`;

  const use = (lines: string | undefined) => {
    setText(lines);
    setError(undefined);
  };
  const send = async () => {
    setSending(true);
    try {
      const reply = await control('POST', target, shown);
      setError(undefined);
      announce(describeReply(reply, traffic));
    } catch (failure) {
      const message = messageOf(failure);
      setError(message);
      const number = /^line (\d+):/.exec(message)?.[1];
      area.current?.focus();
      if (number !== undefined) area.current?.setSelectionRange(...lineRange(shown, Number(number)));
    } finally {
      setSending(false);
    }
  };
  if (current === undefined) return null;
  return (
    <Card title={`Send sample ${isRequests ? 'requests' : 'records'}`}>
      <div class="row toolbar">
        {datasets.length > 1 && (
          <SelectField
            label="Dataset"
            value={current}
            choices={datasets}
            onChoose={(name) => {
              setDataset(name);
              use(undefined);
            }}
          />
        )}
        <div role="group" aria-label="Samples" class="row">
          {choices.map(({ name, lines }) => (
            <button key={name} type="button" onClick={() => use(lines)}>
              {name}
            </button>
          ))}
        </div>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label={`${isRequests ? 'Requests' : 'Records'}, one JSON object a line`}
          control={area}
          rows={6}
          wrap="off"
          spellcheck={false}
          value={shown}
          aria-invalid={error !== undefined}
          aria-describedby={about}
          onText={setText}
        >
          <div id={about}>
            <Problem text={error} />
            {isRequests && <p class="muted">{describeCustomFields(traffic.customFields)}</p>}
          </div>
        </TextField>
        <button type="submit" class="primary traffic-send" disabled={isSending || shown.trim() === ''}>
          {isSending ? 'Sending…' : `Send ${countLines(shown)}`}
        </button>
      </form>
    </Card>
  );
}

function countLines(text: string): string {
  const count = text.split('\n').filter((line) => line.trim() !== '').length;
  return count === 1 ? 'one line' : `${count} lines`;
}

function describeCustomFields(names: readonly string[]): string {
  return names.length === 0
    ? 'The zone has no custom fields: the headers and cookies of its requests are not logged.'
    : `Custom fields of the zone: ${names.join(', ')}.`;
}

function describeReply(reply: unknown, { jobs }: Traffic): string {
  const { accepted, delivered } = reply as {
    readonly accepted: number;
    readonly delivered: Readonly<Record<string, number>>;
  };
  const parts = Object.entries(delivered).map(([id, count]) => {
    const name = jobs.find((job) => String(job.id) === id)?.name ?? `job ${id}`;
    return `${name} delivered ${count}`;
  });
  return [`${accepted} sent`, ...parts].join('; ');
}
