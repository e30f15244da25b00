// A mock in a container of its own, for tests in any project: `npm install --save-dev testcontainers`.
import { randomUUID } from 'node:crypto';
import { GenericContainer, Wait } from 'testcontainers';

/** @param environment options of `pricing-mock serve`, such as `{ PRICING_MOCK_DATA: 'tiny' }` */
export async function startPricingMock(environment = {}) {
  const controlToken = randomUUID();
  const container = await new GenericContainer('pricing-mock')
    .withExposedPorts(5300)
    .withEnvironment({ PRICING_MOCK_CONTROL_TOKEN: controlToken, ...environment })
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
  // The name of the machine that runs Docker; for one that is not `localhost`, set PRICING_MOCK_ALLOW_HOST to it.
  const url = `http://${container.getHost()}:${container.getMappedPort(5300)}`;
  return { url, controlToken, stop: () => container.stop() };
}
