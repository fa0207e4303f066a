'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useTRPC } from '@/components/trpc'
import type { IssuePreview } from '@/server/tokens/issue/preview-issue'
import { readFailure } from './field-problems'
import type { toIssueInput } from './issue-form'

type Shown = { data: IssuePreview | null; problem: string | null; isPending: boolean }

/** Asks what issuing would make, each time anew: the chain may have moved on. `load` answers what stood against it, or null. */
export function useIssuePreview(projectId: string) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown>({ data: null, problem: null, isPending: false })
  async function load(input: ReturnType<typeof toIssueInput>): Promise<unknown> {
    setShown({ data: null, problem: null, isPending: true })
    const options = trpc.tokens.preview.queryOptions({ projectId, ...input }, { staleTime: 0, retry: false })
    try {
      const data = await client.fetchQuery(options)
      setShown({ data, problem: null, isPending: false })
      return null
    } catch (error) {
      setShown({ data: null, problem: refusalText(readFailure(error)), isPending: false })
      return error
    }
  }
  return { ...shown, load }
}
