import { describeApi } from '@causeway/contract/api-description';
import { apiVersion } from '@causeway/contract/api-versions';
import { allCalls } from '@causeway/contract/calls/all-calls';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { z } from 'zod';
import type { AppContext } from '../context.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const description = z.custom<OpenAPIV3.Document>((value) => typeof value === 'object' && value !== null);

/** The API description as a page, `/docs`, and as a document, `/docs/json`; every asset comes from here. */
export async function apiDocs(app: FastifyInstance, context: AppContext): Promise<void> {
  const { BRAND_NAME, PUBLIC_URL, OPERATOR_CALLS } = context.config;
  const served = allCalls.filter(({ access }) => access !== 'operator' || OPERATOR_CALLS === 'on');
  const document = description.parse(
    describeApi(served, { title: `${BRAND_NAME} API`, version: apiVersion, url: PUBLIC_URL }),
  );
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout', tryItOutEnabled: false, validatorUrl: null },
    theme: { title: `${BRAND_NAME} API` },
  });
}
