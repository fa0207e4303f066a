import { cn } from '@/components/ui/cn'
import type { PolicyChange } from './policy-changes'

/**
 * The changes that saving makes, line by line. A sign and text show the kind of a change, in addition to the colour.
 */
export function ChangeList({ changes }: { changes: readonly PolicyChange[] }) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and a keyboard must be able to scroll it.
      tabIndex={0}
      aria-label="Changes"
      className="max-h-72 divide-y overflow-y-auto rounded-md border text-[0.8125rem]"
    >
      {changes.map((change) => (
        <li
          key={change.kind === 'value' ? change.name : `${change.kind} ${change.rule} ${change.label}`}
          className={cn('px-3 py-2', DISPLAYS[change.kind])}
        >
          {change.kind === 'value' ? (
            <>
              <span className="font-medium text-foreground">{change.name}: </span>
              <del className="no-underline">{change.from}</del> → <ins className="no-underline">{change.to}</ins>
            </>
          ) : (
            <>
              <span className="font-medium">
                {change.kind === 'added' ? '+ ' : '− '}
                {change.name} {change.kind}:{' '}
              </span>
              <span className="break-all font-mono">{change.rule}</span>
              {change.label ? <span className="break-words"> ({change.label})</span> : null}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const DISPLAYS = {
  value: '',
  added: 'bg-success text-success-foreground',
  removed: 'bg-danger text-danger-foreground',
} satisfies Record<PolicyChange['kind'], string>
