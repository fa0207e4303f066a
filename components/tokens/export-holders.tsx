'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { saveFile } from '@/components/ui/save-file'
import { toast } from '@/components/ui/toast'
import type { ExportFilter } from '@/schemas/tokens/holders/contract'

/** The cap table as a file. */
export function ExportHolders({ projectId, tokenId }: { projectId: string; tokenId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  async function save() {
    setPending(true)
    try {
      const parts: string[] = []
      let name = ''
      let from: ExportFilter['from']
      do {
        const options = trpc.tokens.exportHolders.queryOptions(
          { projectId, tokenId, from },
          { staleTime: 0, gcTime: 0 },
        )
        const part = await client.fetchQuery(options)
        parts.push(part.csv)
        name = part.fileName
        from = part.next ?? undefined
      } while (from)
      saveFile({ name, parts, type: 'text/csv' })
    } catch {
      toast.error('The cap table could not be read. Try again.')
    } finally {
      setPending(false)
    }
  }
  return (
    <Button icon={<Download aria-hidden />} pending={isPending} onClick={() => void save()}>
      Export cap table
    </Button>
  )
}
