'use client'

import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button'
import { dismissToast, shownToasts, subscribeToToasts, type Toast, type ToastTone } from './toast'
import { ToneIcon } from './tone-icon'

const SHOWN_MS = 4_000
const NONE: readonly Toast[] = []

const ICON_COLOURS = {
  success: 'text-success-foreground',
  danger: 'text-danger-foreground',
  accent: 'text-accent-foreground',
} satisfies Record<ToastTone, string>

/** Mounted once, by the layout of the consoles or of the pages around sign-in; `toast` fills it. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts, () => NONE)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-60 w-[min(22.5rem,calc(100vw-2rem))]"
    >
      <ul className="space-y-2">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  )
}

/** Stays while the pointer is on it or its button has the focus. */
function ToastLine({ toast: { id, tone, text } }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  return (
    <li
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="pointer-events-auto flex items-start gap-2.5 rounded-lg border bg-raised py-2.5 pr-2 pl-3.5 text-[0.8125rem] shadow-popup transition-[opacity,translate] duration-200 starting:translate-y-2 starting:opacity-0 motion-reduce:transition-none"
    >
      <ToneIcon tone={tone} className={`mt-1 ${ICON_COLOURS[tone]}`} />
      <p className="min-w-0 flex-1 break-words py-0.5 font-medium">{text}</p>
      <Button variant="ghost" size="icon-sm" aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <X aria-hidden />
      </Button>
    </li>
  )
}
