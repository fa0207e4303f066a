'use client'

import { AddDialog } from '@/components/ui/add-dialog'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { useRoleShortfall } from './use-role-shortfall'

const renameForm = lazyPart(() => import('./rename-project-form'))
const projectForm = lazyPart(() => import('./own-project-form'))

type ProjectNameActionsProps = { project: { id: string; name: string; businessId: string } }

/** Renames the project, and makes a further one of the business. */
export function ProjectNameActions({ project: { id, name, businessId } }: ProjectNameActionsProps) {
  const shortfall = useRoleShortfall(id, 'owner')
  return (
    <>
      <LazyDialog
        part={renameForm}
        trigger={
          <Button size="sm" disabledReason={shortfall}>
            Rename
          </Button>
        }
      >
        {({ RenameProjectForm }, state) => <RenameProjectForm projectId={id} name={name} {...state} />}
      </LazyDialog>
      <AddDialog part={projectForm} label="New project" size="sm" disabledReason={shortfall}>
        {({ OwnProjectForm }, state) => <OwnProjectForm businessId={businessId} {...state} />}
      </AddDialog>
    </>
  )
}
