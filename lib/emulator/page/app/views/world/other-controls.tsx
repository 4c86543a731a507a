/** Where the controls are that belong to other parts of the page. */
export function OtherControlsCard() {
  return (
    <section class="card" aria-labelledby="other">
      <h2 id="other">Other controls</h2>
      <ul>
        <li>
          <a href="#/traffic">Send sample requests</a> through log-delivery jobs
        </li>
        <li>
          <a href="#/pools">Let origins of pools fail</a> their health checks
        </li>
        <li>
          <a href="#/requests">Inject faults, and limit requests</a>
        </li>
      </ul>
    </section>
  );
}
