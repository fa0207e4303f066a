'use client'

import { useId, useRef, useState } from 'react'
import { Label } from '@/components/ui/label'
import { Textarea } from '@/components/ui/textarea'

type CsvFieldProps = {
  /** Called with the text once it is loaded, and with null when it is removed. */
  onText: (text: string | null) => void
}

/** A CSV file to choose, or its lines to paste. */
export function CsvField({ onText }: CsvFieldProps) {
  const id = useId()
  const fileRef = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState('')
  return (
    <div className="space-y-4">
      <div className="space-y-1.5">
        <Label htmlFor={id}>File</Label>
        <input
          ref={fileRef}
          id={id}
          type="file"
          accept=".csv,text/csv"
          className="block w-full text-sm file:mr-3 file:h-9 file:cursor-pointer file:rounded-md file:border file:border-border file:bg-surface file:px-3 file:font-medium file:text-foreground"
          // Choosing the same file again, corrected meanwhile, counts as a new file.
          onClick={(event) => {
            event.currentTarget.value = ''
            onText(pasted || null)
          }}
          onChange={async (event) => {
            const [chosen] = event.target.files ?? []
            setPasted('')
            onText(chosen ? await chosen.text() : null)
          }}
        />
      </div>
      <details open={pasted !== '' || undefined}>
        <summary className="cursor-pointer rounded-sm text-[0.8125rem] text-muted-foreground">
          Paste lines instead
        </summary>
        <Textarea
          aria-label="Lines"
          rows={6}
          spellCheck={false}
          value={pasted}
          onValueChange={(text) => {
            // The name of a file that is not read any more would mislead.
            if (fileRef.current) fileRef.current.value = ''
            setPasted(text)
            onText(text.trim() === '' ? null : text)
          }}
          className="mt-2 font-mono text-[0.8125rem]"
        />
      </details>
    </div>
  )
}
