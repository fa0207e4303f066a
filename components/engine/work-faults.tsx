'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Time } from '@/components/ui/time'
import type { WorkFaultView } from '@/schemas/alarms/contract'
import { FAULT_PAGES } from './fault-pages'

const REFRESH_MS = 10_000

/**
 * The reasons why the work behind an operator page waits, shown above the page. The page of alarms shows all of them,
 * the page of a chain those that concern the chain.
 */
export function WorkFaults() {
  const trpc = useTRPC()
  const path = usePathname()
  const { data } = useQuery(trpc.alarms.listWorkFaults.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const shown = data?.items.filter((fault) => isOn(path, fault)) ?? []
  if (shown.length === 0) return null
  return (
    <div className="mx-auto w-full max-w-6xl space-y-2 px-4 pt-4 sm:px-6 lg:px-10">
      {shown.map((fault) => (
        <Fault key={fault.id} fault={fault} />
      ))}
    </div>
  )
}

function isOn(path: string, { page, chainId }: WorkFaultView): boolean {
  if (path.startsWith(paths.alarms)) return true
  if (path.startsWith(`${paths.chains}/`)) return path.split('/').includes(String(chainId))
  if (path.startsWith(paths.chains)) return chainId !== null
  return path.startsWith(FAULT_PAGES[page])
}

function Fault({ fault: { title, of, reason, count, since, lastAt, next } }: { fault: WorkFaultView }) {
  return (
    <Alert tone="warning" title={of ? `${title} (${of}) waits` : `${title} waits`}>
      <p>{reason}</p>
      <p className="text-[0.8125rem]">
        {count === 1 ? 'Once' : `${count} times`} since <Time value={since} />, last <Time value={lastAt} />. Next:{' '}
        {next}.
      </p>
    </Alert>
  )
}
