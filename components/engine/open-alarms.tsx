'use client'

import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'

/** Shows on the operators' first page that alarms are open. Empty if none is. */
export function OpenAlarms() {
  const trpc = useTRPC()
  const { data: count } = useQuery(trpc.alarms.countOpen.queryOptions())
  if (!count) return null
  return (
    <Alert
      tone="warning"
      title={count === 1 ? 'One alarm is open' : `${count} alarms are open`}
      actions={<LinkButton href={paths.alarms}>See alarms</LinkButton>}
    />
  )
}
