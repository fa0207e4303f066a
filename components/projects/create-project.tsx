'use client'

import { Plus } from 'lucide-react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./create-project-form'))

export function CreateProject({ businessId }: { businessId: string }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />} disabledReason={shortfall}>
          Create project
        </Button>
      }
    >
      {({ CreateProjectForm }, state) => <CreateProjectForm businessId={businessId} {...state} />}
    </LazyDialog>
  )
}
