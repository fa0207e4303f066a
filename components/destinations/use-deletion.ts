'use client'

import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from '@/components/ui/toast'

type Deletion = { done: string; href: string; list: QueryFilters }

/** The dialog that confirms the deletion of a destination. Then the list opens, which no longer contains it. */
export function useDeletion({ done, href, list }: Deletion) {
  const client = useQueryClient()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const onDeleted = async () => {
    setOpen(false)
    toast.success(done)
    router.push(href)
    // Do not refresh the page that is being left: it would query the deleted destination.
    await client.invalidateQueries(list)
  }
  return { dialog: { open, onOpenChange: setOpen }, onDeleted }
}
