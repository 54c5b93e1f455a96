export function Page() {
  return <main className="frame py-16" />
}
