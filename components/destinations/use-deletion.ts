'use client'

import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from '@/components/ui/toast'

type Deletion = { done: string; href: string; list: QueryFilters }

/** The dialog that asks before a receiver is deleted, and what follows: off to the list it is no longer in. */
export function useDeletion({ done, href, list }: Deletion) {
  const client = useQueryClient()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const onDeleted = async () => {
    setOpen(false)
    toast.success(done)
    router.push(href)
    // Not the page that is being left: it would ask for what is gone.
    await client.invalidateQueries(list)
  }
  return { dialog: { open, onOpenChange: setOpen }, onDeleted }
}
