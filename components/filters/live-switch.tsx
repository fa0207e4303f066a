'use client'

import { Pause, Radio } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '@/components/ui/button'

type LiveSwitchProps = {
  /** The stream of server-sent events that says when there is something new. */
  href: string
  /** Reads the list again. */
  onChange: () => void
}

/** The minimum interval between two refreshes of the list. */
const PACE_MS = 500

/**
 * Keeps a list up to date while it is on. A hidden tab listens to nothing: a browser has few connections for each host.
 */
export function LiveSwitch({ href, onChange }: LiveSwitchProps) {
  const [isLive, setIsLive] = useState(false)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (!isLive) return
    let stream: EventSource | null = null
    let due: number | undefined
    const publish = () => {
      due ??= window.setTimeout(() => {
        due = undefined
        changed()
      }, PACE_MS)
    }
    const listen = () => {
      stream?.close()
      stream = null
      if (document.hidden) return
      stream = new EventSource(href)
      stream.addEventListener('changed', publish)
      // Publishes the events that no view received.
      publish()
    }
    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      window.clearTimeout(due)
      stream?.close()
    }
  }, [isLive, href])
  return (
    <Button
      aria-pressed={isLive}
      icon={isLive ? <Pause aria-hidden /> : <Radio aria-hidden />}
      onClick={() => setIsLive(!isLive)}
    >
      {isLive ? 'Pause' : 'Live'}
    </Button>
  )
}
