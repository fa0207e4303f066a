'use client'

import { useState } from 'react'

type DialogState = { open: boolean; onOpenChange: (open: boolean) => void; close: () => void }

/** Whether a dialog is open; `onOpen` clears what the last time left in it. */
export function useDialog(onOpen: () => void): DialogState {
  const [open, setOpen] = useState(false)
  function onOpenChange(next: boolean) {
    if (next) onOpen()
    setOpen(next)
  }
  return { open, onOpenChange, close: () => setOpen(false) }
}
