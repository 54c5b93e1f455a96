type ToggleLabelProps = { isOn: boolean; on: string; off: string; className?: string }

/** Label of a button with two states. Both texts have the same width, so that the next buttons do not move. */
export const ToggleLabel = ({ isOn, on, off, className = '' }: ToggleLabelProps) => (
  <span className={`grid text-left *:[grid-area:1/1] ${className}`}>
    <span className={isOn ? 'invisible' : ''} aria-hidden={isOn}>
      {off}
    </span>
    <span className={isOn ? '' : 'invisible'} aria-hidden={!isOn}>
      {on}
    </span>
  </span>
)
