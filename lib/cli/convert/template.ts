export * from '../project/template';
