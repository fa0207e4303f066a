import type { ReactNode } from 'react'
import { cn } from './cn'
import { CopyButton } from './copy-button'
import { isJson, JsonCode } from './json-code'

type CodeBlockProps = {
  code: string
  /** The text that the button copies, if it differs from the displayed code. */
  copied?: { value: string; label: string }
  /** Names the block for screen readers and, when set, heads it. */
  title: string
  actions?: ReactNode
  /** Breaks long lines instead of scrolling. */
  wrap?: boolean
  className?: string
}

/** Code or JSON as it is, with a copy button; JSON in colour. */
export function CodeBlock({ code, copied, title, actions, wrap, className }: CodeBlockProps) {
  return (
    <figure className={cn('min-w-0 overflow-hidden rounded-lg border bg-sunken', className)}>
      <figcaption className="flex min-h-10 items-center justify-between gap-3 border-b bg-surface py-1 pr-2 pl-4">
        <span className="truncate font-medium text-muted-foreground text-xs">{title}</span>
        <span className="flex items-center gap-1">
          {actions}
          <CopyButton value={copied?.value ?? code} label={copied?.label ?? `Copy ${title}`} />
        </span>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: code scrolls, and a keyboard must be able to scroll it.
        tabIndex={0}
        className={cn(
          'max-h-112 overflow-auto p-4 font-mono text-[0.8125rem] leading-5.5 focus-visible:-outline-offset-2',
          wrap && 'whitespace-pre-wrap break-words',
        )}
      >
        <code>{isJson(code) ? <JsonCode code={code} /> : code}</code>
      </pre>
    </figure>
  )
}
