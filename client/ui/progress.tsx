export function Progress() {
  return (
    <div className="late" aria-hidden="true">
      <div className="progress" />
    </div>
  )
}
