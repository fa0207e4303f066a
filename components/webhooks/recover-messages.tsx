'use client'

import { useQueryClient } from '@tanstack/react-query'
import { sub } from 'date-fns'
import { LifeBuoy } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { useId, useState } from 'react'
import { useAct } from '@/components/form/use-act'
import { useDialog } from '@/components/form/use-dialog'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Label } from '@/components/ui/label'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'
import { messageFilter, toMessageInput } from './message-filter'

const PERIODS = {
  hour: { label: 'The last hour', span: { hours: 1 } },
  day: { label: 'The last 24 hours', span: { days: 1 } },
  week: { label: 'The last 7 days', span: { days: 7 } },
  month: { label: 'The last 30 days', span: { days: 30 } },
} as const
type Period = keyof typeof PERIODS

const OPTIONS = [
  { value: 'hour', label: PERIODS.hour.label },
  { value: 'day', label: PERIODS.day.label },
  { value: 'week', label: PERIODS.week.label },
  { value: 'month', label: PERIODS.month.label },
] as const satisfies readonly { value: Period; label: string }[]

/** Puts failed deliveries back on their schedule after the receiver was away; only those the list is narrowed to by URL. */
export function RecoverMessages({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [{ search }] = useQueryStates(messageFilter)
  const { url } = toMessageInput(projectId, { search })
  const client = useQueryClient()
  const id = useId()
  const [period, setPeriod] = useState<Period>('day')
  const shortfall = useRoleShortfall(projectId, 'developer')
  // Of the opening: what is sent again unchanged must be the same.
  const [now, setNow] = useState(() => new Date())
  const { open, onOpenChange, close } = useDialog(() => setNow(new Date()))
  const recover = useAct(trpc.webhooks.recover, {
    onSuccess: async (count) => {
      await client.invalidateQueries(trpc.webhooks.pathFilter())
      close()
      toast.success(
        count === 0
          ? 'No delivery failed in that time'
          : `${count} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again`,
      )
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button icon={<LifeBuoy aria-hidden />} disabledReason={shortfall}>
          Recover failed
        </Button>
      }
      danger={false}
      title="Send what failed once more?"
      description={
        <>
          Every failed delivery of this time{url ? <> to URLs with “{url}”</> : null} goes back on the retry schedule,
          from its start, with the same id and body.
        </>
      }
      confirmLabel="Send again"
      act={recover}
      onConfirm={() => recover.mutate({ projectId, since: sub(now, PERIODS[period].span), url })}
    >
      <div className="space-y-1.5">
        <Label htmlFor={id} className="block">
          Failed deliveries of
        </Label>
        <Select id={id} className="w-full" options={OPTIONS} value={period} onValueChange={setPeriod} />
      </div>
    </ConfirmDialog>
  )
}
