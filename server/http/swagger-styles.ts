export const swaggerStyles = `
:root { color-scheme: light dark; --brand: light-dark(#4c2fa2, #b9a4ff); --soft: light-dark(#efebfa, #2a2342);
  --ground: light-dark(#fbfbf9, #11100f); --text: light-dark(#1a1815, #f4f1ea); --line: light-dark(#e5e2db, #35312b) }
:root:root {
&, body, .swagger-ui, .swagger-ui .scheme-container, .swagger-ui section.models { background: var(--ground) }
.swagger-ui .topbar { background: light-dark(#1a1815, #0b0a09); padding: 8px 0 }
.swagger-ui .topbar .link img { content: url('/favicon.svg'); width: 32px; height: 32px }
.swagger-ui .topbar .download-url-wrapper { display: none }
.swagger-ui .scheme-container { box-shadow: none; border-block: 1px solid var(--line) }
.swagger-ui, .swagger-ui :is(.info .title, .opblock-tag, .opblock .opblock-summary-path, .opblock-description-wrapper p,
  .opblock-summary-description, .response-col_status, .tab li, table thead tr :is(td, th), .parameter__name, .parameter__type,
  .model, .model-title, section.models h4, label, .opblock-section-header h4, .responses-inner :is(h4, h5), .info p) { color: var(--text) }
.swagger-ui .opblock .opblock-section-header { background: var(--soft) }
.swagger-ui .opblock:is(.opblock-get, .opblock-post, .opblock-put, .opblock-patch, .opblock-delete) {
  border-color: var(--line); background: light-dark(#fff, #1a1917); box-shadow: none }
.swagger-ui .opblock:is(.opblock-get, .opblock-post, .opblock-put, .opblock-patch) .opblock-summary-method {
  background: var(--soft); color: var(--brand); text-shadow: none }
.swagger-ui .opblock .opblock-summary { border-color: var(--line) }
.swagger-ui :is(a, .info a) { color: var(--brand) }
.swagger-ui .btn:is(.authorize, .execute) { background: var(--brand); border-color: var(--brand) !important; color: var(--ground) !important }
.swagger-ui .btn.authorize :is(span, svg) { color: inherit; fill: var(--ground) !important }
.swagger-ui .expand-operation svg, .swagger-ui .arrow { fill: var(--text) }
.swagger-ui .info .title small.version-stamp { background: var(--brand) }
.swagger-ui .info .title small pre { color: var(--ground) }
.swagger-ui .dark-mode-toggle { display: none }
.swagger-ui select { background-color: light-dark(#fff, #1a1917); border-color: var(--line); color: var(--text) }
}
`
