import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'

const MAX_SHOWN = 100

export type ReportedLine = { line: number; column: string | null; problem: string | null; shown: ReactNode }

type LineReportProps = {
  good: number
  bad: readonly ReportedLine[]
  /** The label of the other lines: "skipped" or "wrong". */
  label: 'skipped' | 'wrong'
  actions?: ReactNode
}

/** The number of valid lines of a file, and the errors of the other lines by column. */
export function LineReport({ good, bad, label, actions }: LineReportProps) {
  return (
    <div className="space-y-3" aria-live="polite">
      <Alert tone={bad.length === 0 ? 'success' : 'warning'} actions={actions}>
        {good} {good === 1 ? 'line is' : 'lines are'} valid
        {bad.length === 0 ? '.' : `; ${bad.length} ${bad.length === 1 ? 'is' : 'are'} ${label}.`}
      </Alert>
      {bad.length === 0 ? null : (
        <ul
          className="max-h-56 divide-y overflow-y-auto rounded-md border text-[0.8125rem]"
          aria-label={label === 'skipped' ? 'Skipped lines' : 'Wrong lines'}
        >
          {bad.slice(0, MAX_SHOWN).map(({ line, column, problem, shown }) => (
            <li key={line} className="flex flex-wrap gap-x-3 px-3 py-2">
              <span className="tabular font-medium">
                Line {line}
                {column === null ? null : `, ${column}`}
              </span>
              <span>{problem}</span>
              <span className="w-full break-all font-mono text-muted-foreground">{shown}</span>
            </li>
          ))}
          {bad.length > MAX_SHOWN ? <li className="px-3 py-2">And {bad.length - MAX_SHOWN} more</li> : null}
        </ul>
      )}
    </div>
  )
}
