'use client'

import type { ComponentProps } from 'react'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { RequestForm as Form } from './request-form'

const form = lazyPart(() => import('./request-form'))

export type RequestDialogProps = Pick<ComponentProps<typeof LazyDialog>, 'trigger'> &
  Omit<ComponentProps<typeof Form>, 'open' | 'onOpenChange'>

/** Asks the engine something about one transaction. */
export function RequestDialog({ trigger, ...props }: RequestDialogProps) {
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ RequestForm }, state) => <RequestForm {...props} {...state} />}
    </LazyDialog>
  )
}
