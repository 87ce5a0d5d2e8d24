apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicaCount }}
  selector:
    matchLabels: {app: {{ .Release.Name | quote }}}
  template:
    metadata:
      labels: {app: {{ .Release.Name | quote }}}
      {{- with .Values.networks.ingest.name }}
      annotations:
        k8s.v1.cni.cncf.io/networks: "{{ $.Values.networks.ingest.namespace | default $.Release.Namespace }}/{{ . }}"
      {{- end }}
    spec:
      containers:
        - name: recorder
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
          args: ["--index={{ .Values.index.host }}", "--days={{ .Values.retention.days }}"]
          ports: [{containerPort: {{ .Values.service.port }}}]
      volumes:
        - name: certificate
          secret: {secretName: {{ required "tls.secretName is required" .Values.tls.secretName | quote }}}
