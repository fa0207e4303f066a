'use client'

import type { ReactNode } from 'react'
import { cn } from './cn'
import { Tooltip } from './tooltip'

type HintProps = { content: ReactNode; className?: string; children: ReactNode }

/**
 * Text with more to say on hover, such as the whole of what is shortened. Where it matters a page or a copy button says
 * it too.
 */
export function Hint({ content, className, children }: HintProps) {
  return (
    <Tooltip content={<span className="block whitespace-pre-line break-all">{content}</span>}>
      <span className={cn('cursor-text', className)}>{children}</span>
    </Tooltip>
  )
}
