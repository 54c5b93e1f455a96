/** A bar at the upper edge while something is on its way; what is here within 150 ms shows none. */
export function Progress() {
  return (
    <div className="late" aria-hidden="true">
      <div className="progress" />
    </div>
  )
}
