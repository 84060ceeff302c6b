import { Controller, Module } from '@nestjs/common';
import { devOpsTree, type DevOpsTree } from '@superscope/contracts/dev-ops';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { DevOpsModule } from './dev-ops.module.js';
import { DevOpsTrees } from './dev-ops-trees.js';

const tree = { right: 'operations.read', polled: true, answers: { 200: devOpsTree } } as const;

const batchesEndpoint = endpoint('GET /api/devops/batches', {
  summary: 'A tree of background work and of what runs by the clock, without plans, files and persons',
  ...tree,
});

const containersEndpoint = endpoint('GET /api/devops/containers/tree', {
  summary: 'A tree of engines, processes with their versions, lag and memory, and the leases that they hold',
  ...tree,
});

const monitorsEndpoint = endpoint('GET /api/devops/monitors/tree', {
  summary: 'A tree of alerts: those of Prometheus where PROMETHEUS_URL is set, otherwise of the product’s own checks',
  ...tree,
});

@Controller()
class ReadTreesController {
  constructor(private readonly trees: DevOpsTrees) {}

  @Endpoint(batchesEndpoint)
  batches(): Promise<DevOpsTree> {
    return this.trees.read('batches');
  }

  @Endpoint(containersEndpoint)
  containers(): Promise<DevOpsTree> {
    return this.trees.read('containers');
  }

  @Endpoint(monitorsEndpoint)
  monitors(): Promise<DevOpsTree> {
    return this.trees.read('monitors');
  }
}

@Module({ imports: [DevOpsModule], controllers: [ReadTreesController] })
export class ReadTreesSlice {}
