'use client'

import type { ReactNode } from 'react'
import { cn } from './cn'
import { Tooltip } from './tooltip'

type HintProps = { content: ReactNode; className?: string; children: ReactNode }

/**
 * Text with details on hover, such as the full form of a shortened value. Important details are also on the page or
 * behind a copy button.
 */
export function Hint({ content, className, children }: HintProps) {
  return (
    <Tooltip content={<span className="block whitespace-pre-line break-all">{content}</span>}>
      <span className={cn('cursor-text', className)}>{children}</span>
    </Tooltip>
  )
}
