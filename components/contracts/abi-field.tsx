'use client'

import { useId } from 'react'
import { Label } from '@/components/ui/label'
import { Textarea } from '@/components/ui/textarea'

type AbiFieldProps = {
  text: string
  problem: string | null
  onText: (text: string) => void
  /** Called before anything is typed. */
  onFocus: () => void
}

/** The pasted ABI of a contract, with its error. */
export function AbiField({ text, problem, onText, onFocus }: AbiFieldProps) {
  const id = useId()
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id} className="block">
        ABI (JSON)
      </Label>
      <Textarea
        id={id}
        rows={5}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onFocus={onFocus}
        onValueChange={onText}
        className="max-h-60 font-mono text-[0.8125rem]"
      />
      <p id={`${id}-hint`} className="text-[0.8125rem] text-muted-foreground">
        From the compiler or the block explorer. It stays in this page; only the function that you choose is sent.
      </p>
      <p id={`${id}-problem`} role="alert" className="font-medium text-[0.8125rem] text-danger-foreground empty:hidden">
        {problem}
      </p>
    </div>
  )
}
