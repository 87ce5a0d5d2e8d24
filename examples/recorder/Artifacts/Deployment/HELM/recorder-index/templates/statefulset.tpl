apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ .Release.Name }}
spec:
  serviceName: recorder-index
  selector:
    matchLabels: {app: recorder-index}
  template:
    metadata:
      labels: {app: recorder-index}
    spec:
      containers:
        - name: index
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
  volumeClaimTemplates:
    - metadata: {name: data}
      spec:
        accessModes: [ReadWriteOnce]
        resources: {requests: {storage: {{ .Values.storage.size | quote }}}}
