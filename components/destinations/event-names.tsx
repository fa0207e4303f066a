/** The events that a destination is subscribed to, as requested. */
export function EventNames({ events }: { events: readonly string[] }) {
  return (
    <ul className="min-w-0 space-y-1 py-1">
      {events.map((event) => (
        <li key={event} className="break-words font-mono text-[0.8125rem]">
          {event}
        </li>
      ))}
    </ul>
  )
}
