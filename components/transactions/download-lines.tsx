'use client'

import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { saveFile } from '@/components/ui/save-file'
import { type LineReason, reasonsCsv } from './batch-reasons'

/** Saves lines of a batch with the reason of each, as a file that can be corrected and read again. */
export function DownloadLines({ name, lines }: { name: string; lines: readonly LineReason[] }) {
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden />}
      onClick={() => saveFile({ name, parts: [reasonsCsv(lines)], type: 'text/csv' })}
    >
      Download these lines
    </Button>
  )
}
