'use client'

import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'

type RuleListProps<R> = {
  /** The restriction itself: "Only these recipients". */
  restriction: string
  /** The effect of having no restriction, and of an empty list. */
  hint: ReactNode
  /** Null: not restricted. */
  rules: R[] | null
  keyOf: (rule: R) => string
  /** Names the remove button. */
  nameOf: (rule: R) => string
  render: (rule: R) => ReactNode
  /** The button that adds a rule. */
  add: ReactNode
  emptyText: string
  disabledReason: string | null
  onChange: (rules: R[] | null) => void
}

/** A restriction that can be switched on, and the rules that it allows. */
export function RuleList<R>(props: RuleListProps<R>) {
  const { restriction, hint, rules, keyOf, nameOf, render, add, emptyText, disabledReason, onChange } = props
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <Checkbox
            checked={rules !== null}
            disabled={disabledReason !== null}
            onCheckedChange={(checked) => onChange(checked ? [] : null)}
          >
            <span className="font-medium">{restriction}</span>
            <span className="block text-muted-foreground">{hint}</span>
          </Checkbox>
        </div>
        {rules === null ? null : add}
      </div>
      {rules === null ? null : (
        <ul aria-label={restriction} className="divide-y rounded-md border">
          {rules.length === 0 ? (
            <li className="px-3 py-4 text-center text-muted-foreground">{emptyText}</li>
          ) : (
            rules.map((rule) => (
              <li key={keyOf(rule)} className="flex items-center justify-between gap-3 px-3 py-2">
                <div className="min-w-0">{render(rule)}</div>
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`Remove ${nameOf(rule)}`}
                  disabledReason={disabledReason}
                  onClick={() => onChange(rules.filter((other) => other !== rule))}
                >
                  <Trash2 aria-hidden />
                </Button>
              </li>
            ))
          )}
        </ul>
      )}
    </div>
  )
}
