'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./create-project-form'))

export function CreateProject({ businessId }: { businessId: string }) {
  const shortfall = usePlatformShortfall()
  return (
    <AddDialog part={form} label="Create project" size="sm" disabledReason={shortfall}>
      {({ CreateProjectForm }, state) => <CreateProjectForm businessId={businessId} {...state} />}
    </AddDialog>
  )
}
