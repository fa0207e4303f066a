import { InlineCode } from '@/components/reference/inline-code'
import { cn } from '@/components/ui/cn'
import type { Sequence } from './guide'

/**
 * A sequence diagram where there is room for one, and a numbered list elsewhere. The list is also what screen readers
 * and pages without styles have.
 */
export function SequenceFigure({ sequence }: { sequence: Sequence }) {
  const { caption, messages } = sequence
  return (
    <figure className="@container/list max-w-3xl space-y-3 rounded-lg border bg-surface p-4 text-[0.8125rem]">
      <ol className="list-sm:sr-only list-decimal space-y-2 pl-5 marker:text-muted-foreground">
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a fixed sequence never move.
          <li key={index}>
            <Message message={message} />
          </li>
        ))}
      </ol>
      <Diagram sequence={sequence} />
      <figcaption className="text-muted-foreground text-xs">
        <InlineCode text={caption} />
      </figcaption>
    </figure>
  )
}

function Message({ message: [from, to, text] }: { message: Sequence['messages'][number] }) {
  return (
    <>
      <span className="font-medium">{from === to ? from : `${from} → ${to}`}:</span> <InlineCode text={text} />
    </>
  )
}

/** A column for each participant, a row for each message. Arrows begin and end between the halves of a column. */
function Diagram({ sequence: { participants, messages } }: { sequence: Sequence }) {
  const middleOf = (name: string) => 2 * participants.indexOf(name) + 2
  return (
    <div
      aria-hidden
      className="relative list-sm:grid hidden gap-y-3 [&_code]:text-[0.6875rem] [&_code]:wrap-anywhere"
      style={{ gridTemplateColumns: `repeat(${2 * participants.length}, minmax(0, 1fr))` }}
    >
      {participants.map((name) => (
        <div
          key={name}
          className="-translate-x-1/2 absolute top-0 bottom-0 border-l border-dashed"
          style={{ left: `${(100 * (middleOf(name) - 1)) / (2 * participants.length)}%` }}
        />
      ))}
      {participants.map((name) => (
        <div key={name} className="relative col-span-2 px-1.5 text-center">
          <span className="inline-block rounded-md border bg-muted px-2.5 py-1 font-medium">{name}</span>
        </div>
      ))}
      {messages.map(([from, to, text], index) => {
        const [start, end] = [middleOf(from), middleOf(to)]
        const row = index + 2
        if (start === end) return <Action key={row} row={row} column={start} text={text} />
        return <Arrow key={row} row={row} start={start} end={end} text={text} />
      })}
    </div>
  )
}

/** An action of one participant, on its line. */
function Action({ row, column, text }: { row: number; column: number; text: string }) {
  return (
    <div className="relative px-1.5 text-center" style={{ gridRow: row, gridColumn: `${column - 1} / ${column + 1}` }}>
      <span className="inline-block rounded-md bg-accent px-2 py-1 text-accent-foreground text-xs">
        <InlineCode text={text} />
      </span>
    </div>
  )
}

function Arrow({ row, start, end, text }: { row: number; start: number; end: number; text: string }) {
  const isForward = start < end
  return (
    <div className="relative" style={{ gridRow: row, gridColumn: `${Math.min(start, end)} / ${Math.max(start, end)}` }}>
      <p className="px-1 pb-1 text-center text-xs leading-5">
        <span className="bg-surface">
          <InlineCode text={text} />
        </span>
      </p>
      <div className="relative border-border-strong border-t">
        <span
          className={cn(
            '-top-[0.28rem] absolute size-2 rotate-45 border-primary',
            isForward ? 'right-px border-t-2 border-r-2' : 'left-px border-b-2 border-l-2',
          )}
        />
      </div>
    </div>
  )
}
